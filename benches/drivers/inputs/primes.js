function primes(limit) {
    var found = [];
    for (var n = 2; found.length < limit; n++) {
        if (found.every(function (p) { return n % p !== 0; })) {
            found.push(n);
        }
    }
    return found;
}
var builder = new java.lang.StringBuilder();
primes(10).forEach(function (p) { builder.append(p).append(' '); });
print(String(builder).trim().replace(/ /g, ","));
var list = new java.util.ArrayList();
list.add({name: "a", toString: function () { return "item " + this.name; }});
print(list.size() + " " + list.get(0) + " " + JSON.stringify({sorted: [3, 1, 2].sort(), date: new Date(0).toISOString()}));
try {
    null.call();
} catch (e) {
    print(e instanceof TypeError);
}
