package q;

/** A class of another package. */
public class Other {
    public Object shown = 1;
    protected Object kept = 1;

    public Other() {}

    Other(int number) {}

    public Other(String text) {}

    protected void guarded() {}

    public void shown() {}
}
