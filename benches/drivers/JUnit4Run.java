import static org.junit.Assert.assertEquals;

import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ExpectedException;
import org.junit.rules.TestName;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** Runs two small test classes. */
public class JUnit4Run {
    public static class Plain {
        @Rule
        public final TestName name = new TestName();
        @Rule
        public final ExpectedException thrown = ExpectedException.none();
        private int prepared;

        @Before
        public void prepare() {
            prepared++;
        }

        @Test
        public void runsOnce() {
            assertEquals("runsOnce", name.getMethodName());
            assertEquals(1, prepared);
        }

        @Test
        public void fails() {
            assertEquals(2, prepared);
        }

        @Test(expected = IllegalStateException.class, timeout = 5000)
        public void throwsWhatIsExpected() {
            throw new IllegalStateException("expected");
        }
    }

    @RunWith(Parameterized.class)
    public static class Squares {
        @Parameterized.Parameters(name = "{0}")
        public static Iterable<Object[]> numbers() {
            return List.of(new Object[] {2, 4}, new Object[] {3, 9});
        }

        private final int number;
        private final int square;

        public Squares(int number, int square) {
            this.number = number;
            this.square = square;
        }

        @Test
        public void isSquare() {
            assertEquals(square, number * number);
        }
    }

    public static void main(String[] args) {
        Result result = new JUnitCore().run(Plain.class, Squares.class);
        System.out.println(result.getRunCount() + " run, " + result.getFailures());
    }
}
