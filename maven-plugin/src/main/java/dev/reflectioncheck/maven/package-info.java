/**
 * The Maven plugin: collects what a module is made of, hands it to the executable as a request file, and turns the exit
 * status into a Maven result. It must not know how reflection is analysed or what a finding looks like: the text it
 * shows is the executable's own.
 */
package dev.reflectioncheck.maven;
