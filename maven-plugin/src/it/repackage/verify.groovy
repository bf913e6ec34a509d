import groovy.json.JsonSlurper
import java.util.zip.ZipFile

// The artifact holds its classes below BOOT-INF/classes and its libraries as jars...
new ZipFile(new File(basedir, 'service/target/service-1.0.jar')).withCloseable {
    assert it.getEntry('BOOT-INF/classes/com/acme/service/Service.class') != null
    assert it.getEntry('com/acme/service/Service.class') == null
    assert it.getEntry('BOOT-INF/lib/core-1.0.jar') != null
}
// ...and yet the module is checked as it was compiled.
def folder = new File(basedir, 'service/target/reflection-check')
def request = new JsonSlurper().parse(new File(folder, 'main.request.json'))
assert request.classes == [new File(basedir, 'service/target/classes').canonicalPath]
def core = request.classpath.find { it.id == 'com.acme:core:1.0' }
assert core.path == new File(basedir, 'core/target/classes').canonicalPath && core.application
def spring = request.classpath.find { it.id == 'org.springframework.boot:spring-boot:3.4.1' }
assert spring.path.endsWith('.jar') && !spring.application

def site = new File(folder, 'main.sites.jsonl').readLines()
    .collect { new JsonSlurper().parseText(it) }
    .find { it.class == 'com.acme.core.Jobs' && it.api.startsWith('java.lang.Class.forName') }
assert site.targets == [[class: 'com.acme.service.CleanUp']]
