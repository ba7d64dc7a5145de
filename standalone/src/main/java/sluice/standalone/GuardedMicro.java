package sluice.standalone;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationTargetException;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Main class of the application's process: Payara Micro, ended when the launcher is gone. The
 * launcher holds the other end of standard input; when that ends, however the launcher ended, this
 * process halts at once. Database and broker roll back what was open.
 *
 * <p>An interrupt typed at the terminal reaches every process there; it is left to the launcher,
 * which stops this one first and in order by SIGTERM.
 *
 * <p>Nothing but this class, the JDK and Payara Micro may be used here: they are all that is on
 * this process's class path, and an API jar of Jakarta EE beside them would break Micro.
 */
final class GuardedMicro {

  private static final int LAUNCHER_GONE = 3;

  private GuardedMicro() {}

  /** Runs Payara Micro with the arguments it is given. */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
    Signal.handle(new Signal("HUP"), SignalHandler.SIG_IGN);
    InputStream launcher = System.in;
    Thread guard = new Thread(() -> haltAtEndOf(launcher), "launcher-guard");
    guard.setDaemon(true);
    guard.start();
    try {
      Class.forName("fish.payara.micro.impl.PayaraMicroImpl")
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments);
    } catch (InvocationTargetException fault) {
      System.getLogger(GuardedMicro.class.getName()).log(Level.ERROR, "micro started=false", fault);
      Runtime.getRuntime().exit(1);
    }
  }

  private static void haltAtEndOf(InputStream launcher) {
    try {
      while (launcher.read() >= 0) {
        // The launcher never writes anything.
      }
    } catch (IOException gone) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(LAUNCHER_GONE);
  }
}
