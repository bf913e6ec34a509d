package dev.reflectioncheck.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleRoleTest {
    @TempDir
    Path folder;

    private void check(String pom, boolean application) throws IOException, XmlPullParserException {
        Model model = new MavenXpp3Reader().read(new StringReader("<project>" + pom + "</project>"));
        MavenProject project = new MavenProject(model);
        project.setFile(folder.resolve("pom.xml").toFile());
        assertEquals(application, ModuleRole.isApplication(project), pom);
    }

    private static String plugin(String artifactId, String body) {
        return "<build><plugins><plugin><artifactId>" + artifactId + "</artifactId>" + body
                + "</plugin></plugins></build>";
    }

    private static String execution(String body) {
        return "<executions><execution>" + body + "</execution></executions>";
    }

    @Test
    void packagingDecides() throws Exception {
        check("<packaging>jar</packaging>", false);
        check("<packaging>war</packaging>", true);
    }

    @Test
    void packagingPluginDecides() throws Exception {
        check(plugin("spring-boot-maven-plugin", ""), true);
        check(plugin("spring-boot-maven-plugin", execution("<phase>none</phase>")), false);
        check(plugin("maven-shade-plugin", execution("<phase>package</phase>")), true);
        check(plugin("maven-shade-plugin", ""), false);
        check(plugin("spring-boot-maven-plugin", "")
                .replace("<build>", "<build><pluginManagement>")
                .replace("</build>", "</pluginManagement></build>"), false);
    }

    @Test
    void mainClassInManifestDecides() throws Exception {
        String archive = "<configuration><archive><manifest><mainClass>com.acme.A</mainClass></manifest></archive></configuration>";
        check(plugin("maven-jar-plugin", archive), true);
        check(plugin("maven-jar-plugin", execution(archive)), true);
        check(plugin("maven-jar-plugin", "<configuration><skipIfEmpty>true</skipIfEmpty></configuration>"), false);
        check(plugin("maven-source-plugin", archive), false);
        check(plugin("maven-assembly-plugin", "<configuration><descriptorRefs><descriptorRef>jar-with-dependencies</descriptorRef>"
                + "</descriptorRefs></configuration>"), true);
        check(plugin("maven-assembly-plugin", "<configuration><descriptorRefs><descriptorRef>src</descriptorRef>"
                + "</descriptorRefs></configuration>"), false);
    }
}
