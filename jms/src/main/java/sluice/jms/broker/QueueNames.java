package sluice.jms.broker;

/**
 * Names of Sluice's own queues.
 *
 * @param intake where producers send; {@code <intake>.<policy>} carries the policy in the address
 * @param completion where workers send their last word
 * @param heartbeat where workers send signs of life
 * @param rejected where unfit messages go
 */
public record QueueNames(String intake, String completion, String heartbeat, String rejected) {

  /** What comes before a policy's name in an intake queue of its own. */
  public String intakePolicyPrefix() {
    return intake + ".";
  }
}
