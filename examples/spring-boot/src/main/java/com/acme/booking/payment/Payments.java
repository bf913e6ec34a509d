package com.acme.booking.payment;

import com.acme.booking.BookingProperties;
import com.acme.booking.room.RoomBooked;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Has each booking paid by the provider that the settings name. */
@Component
public class Payments {
    private static final Logger LOG = LoggerFactory.getLogger(Payments.class);

    private final BookingProperties properties;

    public Payments(BookingProperties properties) {
        this.properties = properties;
    }

    @EventListener
    public void onBooked(RoomBooked event) throws ReflectiveOperationException {
        LOG.info(provider().pay(event.guest(), event.cents(), properties.getCurrency()));
    }

    private PaymentProvider provider() throws ReflectiveOperationException {
        String className = properties.getPaymentProvider();
        Object provider = Class.forName(className).getDeclaredConstructor().newInstance();
        // Whatever class was named answers here, before the cast says which it may be.
        LOG.debug("paid by {}", provider);
        return (PaymentProvider) provider;
    }
}
