package q;

/** A class of another package. */
public class Other {
    public Object shown = 1;
    protected Object kept = 1;

    public Other() {}

    Other(int number) {}

    public Other(String text) {}

    protected void guarded() {}

    void near() {}

    public void shown() {}

    public static void still() {}
}

class Hidden {
    public Hidden() {}

    public static void still() {}
}

interface Near {}
