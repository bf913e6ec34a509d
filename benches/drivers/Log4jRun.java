import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;

/** Logs through the appenders of a configuration file. */
public class Log4jRun {
    public static void main(String[] args) {
        LoggerContext context = Configurator.initialize("run", args[0]);
        Logger logger = context.getLogger("run.Main");
        ThreadContext.put("user", "ann");
        logger.info("hello {} and {}", "world", 42);
        logger.debug("not shown");
        logger.warn("failed", new IllegalStateException("on purpose"));
        Configurator.shutdown(context);
    }
}
