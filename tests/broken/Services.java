package q;

import java.util.ListResourceBundle;

/** A service with a provider, services whose files name none, and a resource bundle. */
public class Services {
    public interface Good {}

    public interface Absent {}

    public interface Unsuitable {}

    public static class Provider implements Good {}

    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"a", "b"}};
        }
    }
}
