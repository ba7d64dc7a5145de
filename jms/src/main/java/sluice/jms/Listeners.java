package sluice.jms;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import sluice.ejb.broadcast.EventPublisher;
import sluice.ejb.broadcast.EventTopic;
import sluice.ejb.forward.ForwardingService;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.reject.Rejections;
import sluice.ejb.settle.SettlementService;
import sluice.ejb.stage.StagingService;
import sluice.jms.event.TopicPublisher;

/**
 * Starts and stops the traffic with the broker. It does not matter whether database and broker are
 * there yet: what fails is tried again.
 */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
@SuppressWarnings("NullAway.Init") // injected, or made on start
public class Listeners {
  @Resource private ManagedThreadFactory threads;
  @EJB private StagingService staging;
  @EJB private SettlementService settlement;
  @EJB private ForwardingService forwarding;
  @EJB private PolicyCatalog policies;
  @EJB private EventPublisher events;
  @Inject private Rejections rejections;

  private Traffic traffic;
  private TopicPublisher publisher;
  private EventTopic topic;

  @PostConstruct
  void start() {
    Config config = ConfigProvider.getConfig();
    Function<String, Optional<String>> settings =
        name -> config.getOptionalValue(name, String.class);
    traffic =
        new Traffic(
            JmsSettings.read(settings),
            new Traffic.Services(
                staging::stage,
                settlement::settle,
                settlement::heartbeat,
                policies::names,
                rejections::count),
            threads);
    forwarding.register(traffic.forwarder());
    String name = JmsSettings.eventsTopic(settings);
    publisher = traffic.publisher(name);
    // Without a topic, events count as sent: they are kept no longer for a broker that wants none.
    topic = name.equalsIgnoreCase("none") ? sent -> {} : publisher;
    events.register(topic);
    traffic.start();
  }

  @PreDestroy
  void stop() {
    events.unregister(topic);
    publisher.close();
    forwarding.unregister(traffic.forwarder());
    traffic.close();
  }
}
