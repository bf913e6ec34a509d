import groovy.json.JsonSlurper

def log = new File(basedir, 'build.log').text
def runs = log.split(/(?=\[INFO\] Scanning for projects)/).findAll { it.contains('Scanning for projects') }
assert runs.size() == 3

assert runs[0].contains('Reports in file:')
def copy = new File(basedir, 'target/reflection-check/bin/reflection-check')
assert copy.canExecute() || System.getProperty('os.name').startsWith('Windows')

// Findings in tests are warnings at most.
def test = new JsonSlurper().parse(new File(basedir, 'target/reflection-check/test.request.json'))
assert test.test && test['source-set'] == 'test'
assert test.classes == [new File(basedir, 'target/test-classes').canonicalPath]
assert test.classpath*.id == ['com.acme:command-line:1.0', 'junit:junit:4.13.2', 'org.hamcrest:hamcrest-core:1.3']
assert test.classpath*.application == [true, false, false]
def results = new JsonSlurper().parse(new File(basedir, 'target/reflection-check/test.sarif')).runs[0].results
assert results.find { it.ruleId == 'RC1001' }.level == 'warning'

assert runs[2].contains('reflection-check:test-check')
