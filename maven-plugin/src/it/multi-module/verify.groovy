import groovy.json.JsonSlurper

def log = new File(basedir, 'build.log').text
assert log.contains('BUILD SUCCESS')

// Libraries are left to the application that holds them; one that is not checked takes none over.
assert log.count('checked as part of app') == 2
assert !new File(basedir, 'api/target/reflection-check').exists()
assert !new File(basedir, 'plugins/target/reflection-check').exists()

def request = { module -> new JsonSlurper().parse(new File(basedir, "$module/target/reflection-check/main.request.json")) }
def app = request('app')
assert app.library == null
assert app.module == 'app'
assert app['build-file'].endsWith('app/pom.xml') && !app['build-file'].startsWith('/')
assert app.classes == [new File(basedir, 'app/target/classes').canonicalPath]
assert app.specs == [new File(basedir, 'reflection-specs').canonicalPath]
assert app.classpath*.id == ['com.acme:api:1.0', 'com.acme:plugins:1.0', 'org.slf4j:slf4j-api:2.0.16', 'javax.inject:javax.inject:1']
assert app.classpath*.application == [true, true, false, false]
// What a container supplies.
assert app.classpath*.provided == [false, false, false, true]
// Output directories, though the modules are packaged by now.
assert app.classpath[0].path == new File(basedir, 'api/target/classes').canonicalPath
assert app.sources.findAll { !it.contains('generated-sources') } == ['app', 'api', 'plugins'].collect { new File(basedir, "$it/src/main/java").canonicalPath }

def tools = request('tools')
assert tools.library == true
assert tools.classpath == []

// The service file of one module answers the look-up in another.
def site = new File(basedir, 'app/target/reflection-check/main.sites.jsonl').readLines()
    .collect { new JsonSlurper().parseText(it) }
    .find { it.class == 'com.acme.api.Registry' && it.api.startsWith('java.lang.Class.forName') }
assert site.targets == [[class: 'com.acme.plugins.PrintPlugin']]
assert !site.flagged
