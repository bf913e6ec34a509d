package sample;

/** A service with one provider, for {@link Sample}. */
public interface Service {
    /** The provider. */
    class Provider implements Service {}
}
