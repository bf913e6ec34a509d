import groovy.json.JsonSlurper

def log = new File(basedir, 'build.log').text
def runs = log.split(/(?=Running |\[INFO\] Scanning for projects)/).findAll { it.contains('Scanning for projects') }
assert runs.size() == 4

assert runs[0].contains('reflection-check found problems')
assert runs[0] =~ /\[ERROR\]\s+error +RC1001/
assert runs[0].contains('src/main/java/com/acme/Main.java:6')
assert runs[0].contains('Reports in file:')
assert !runs[0].contains('tool failure')
// What is to be pasted has no prefix of the log before it.
assert runs[0] =~ /(?m)^  \[\[source\]\]$/

assert runs[1] =~ /\[WARNING\] warning +RC1001/
assert runs[1].contains('BUILD SUCCESS')
assert runs[2] =~ /\[WARNING\] error +RC1001/
assert runs[2].contains('BUILD SUCCESS')
assert !runs[3].contains('RC1001')
assert runs[3].contains('BUILD SUCCESS')

['reflection-check', 'lowered', 'never', 'listed'].each { folder ->
    ['main.request.json', 'main.result.json', 'main.txt', 'main.sarif', 'main.sites.jsonl'].each { name ->
        def file = new File(basedir, "target/$folder/$name")
        assert file.length() > 0 : file
    }
}

def results = { folder -> new JsonSlurper().parse(new File(basedir, "target/$folder/main.sarif")).runs[0].results }
def failing = results('reflection-check').findAll { it.ruleId == 'RC1001' }
assert failing*.level == ['error']
assert failing[0].locations[0].physicalLocation.region.startLine == 6
assert results('lowered').findAll { it.ruleId == 'RC1001' }*.level == ['warning']
assert results('listed').isEmpty()
