package com.acme.service;

import com.acme.core.Jobs;
import org.springframework.boot.SpringApplication;

public class Service {
    public static void main(String[] args) throws ReflectiveOperationException {
        SpringApplication.run(Service.class, args);
        Jobs.create("com.acme.service.CleanUp").run();
    }
}
