package com.acme.orders.plugin;

/** An exporter could not do its work. */
public class ExportException extends Exception {
    private static final long serialVersionUID = 1;

    public ExportException(String message, Throwable cause) {
        super(message, cause);
    }
}
