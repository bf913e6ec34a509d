/** The smallest program: what is measured is the part of the JDK that every program drags in. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
