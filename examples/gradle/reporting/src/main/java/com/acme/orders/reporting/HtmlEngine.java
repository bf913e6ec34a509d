package com.acme.orders.reporting;

import com.acme.orders.plugin.Order;
import java.util.List;

/** A list in HTML. */
public class HtmlEngine implements ReportEngine {
    @Override
    public String render(List<Order> orders) {
        StringBuilder html = new StringBuilder("<ul>");
        for (Order order : orders) {
            html.append("<li>").append(order.number()).append("</li>");
        }
        return html.append("</ul>").toString();
    }
}
