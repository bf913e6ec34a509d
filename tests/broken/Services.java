package q;

import java.util.ListResourceBundle;

/** A service with a provider, services whose files name none, and a resource bundle. */
public class Services {
    public interface Good {}

    public interface Absent {}

    public interface Unsuitable {}

    public interface Abstract {}

    public interface Given {}

    public interface Closed {}

    public interface Inner {}

    public interface Malformed {}

    public static class Provider implements Good, Malformed {}

    public abstract static class AbstractProvider implements Abstract {}

    public static class GivenProvider implements Given {
        public GivenProvider(String text) {}
    }

    static class ClosedProvider implements Closed {
        public ClosedProvider() {}
    }

    public class InnerProvider implements Inner {}

    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"a", "b"}};
        }
    }
}
