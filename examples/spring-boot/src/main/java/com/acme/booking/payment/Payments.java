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
        return (PaymentProvider) Class.forName(className).getDeclaredConstructor().newInstance();
    }
}
