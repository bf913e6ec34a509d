//! Algorithms of the JDK's own security providers: by engine the classes that implement them, with their names, of JDK 17 and 25
//! together (`java.security.Provider.getServices`). Object identifiers, which are names as well, are left out. Must not know calls.

/// What implements an algorithm.
pub(super) struct Algorithm {
    /// The class of the API that is asked, by its simple name.
    pub(super) engine: &'static str,
    /// The class, by its internal name.
    pub(super) class: &'static str,
    /// Its names and aliases, in capitals.
    pub(super) names: &'static [&'static str],
}

const fn algorithm(engine: &'static str, class: &'static str, names: &'static [&'static str]) -> Algorithm {
    Algorithm { engine, class, names }
}

pub(super) const ALGORITHMS: &[Algorithm] = &[
    algorithm("MessageDigest", "sun/security/provider/MD2", &["MD2"]),
    algorithm("MessageDigest", "sun/security/provider/MD5", &["MD5"]),
    algorithm("MessageDigest", "sun/security/provider/SHA", &["SHA", "SHA-1", "SHA1"]),
    algorithm("MessageDigest", "sun/security/provider/SHA2$SHA224", &["SHA-224", "SHA224"]),
    algorithm("MessageDigest", "sun/security/provider/SHA2$SHA256", &["SHA-256", "SHA256"]),
    algorithm("MessageDigest", "sun/security/provider/SHA3$SHA224", &["SHA3-224"]),
    algorithm("MessageDigest", "sun/security/provider/SHA3$SHA256", &["SHA3-256"]),
    algorithm("MessageDigest", "sun/security/provider/SHA3$SHA384", &["SHA3-384"]),
    algorithm("MessageDigest", "sun/security/provider/SHA3$SHA512", &["SHA3-512"]),
    algorithm("MessageDigest", "sun/security/provider/SHA3$SHAKE128Hash", &["SHAKE128", "SHAKE128-256"]),
    algorithm("MessageDigest", "sun/security/provider/SHA3$SHAKE256Hash", &["SHAKE256", "SHAKE256-512"]),
    algorithm("MessageDigest", "sun/security/provider/SHA5$SHA384", &["SHA-384", "SHA384"]),
    algorithm("MessageDigest", "sun/security/provider/SHA5$SHA512", &["SHA-512", "SHA512"]),
    algorithm("MessageDigest", "sun/security/provider/SHA5$SHA512_224", &["SHA-512/224", "SHA512/224"]),
    algorithm("MessageDigest", "sun/security/provider/SHA5$SHA512_256", &["SHA-512/256", "SHA512/256"]),
    algorithm("KeyStore", "com/sun/crypto/provider/JceKeyStore", &["JCEKS"]),
    algorithm("KeyStore", "sun/security/pkcs12/PKCS12KeyStore", &["PKCS12"]),
    algorithm("KeyStore", "sun/security/pkcs12/PKCS12KeyStore$DualFormatPKCS12", &["PKCS12"]),
    algorithm("KeyStore", "sun/security/provider/DomainKeyStore$DKS", &["DKS"]),
    algorithm("KeyStore", "sun/security/provider/JavaKeyStore$CaseExactJKS", &["CASEEXACTJKS"]),
    algorithm("KeyStore", "sun/security/provider/JavaKeyStore$DualFormatJKS", &["JKS"]),
    algorithm("KeyFactory", "com/sun/crypto/provider/DHKeyFactory", &["DH", "DIFFIEHELLMAN"]),
    algorithm("KeyFactory", "com/sun/crypto/provider/ML_KEM_Impls$KF", &["ML-KEM"]),
    algorithm("KeyFactory", "com/sun/crypto/provider/ML_KEM_Impls$KF2", &["ML-KEM-512"]),
    algorithm("KeyFactory", "com/sun/crypto/provider/ML_KEM_Impls$KF3", &["ML-KEM-768"]),
    algorithm("KeyFactory", "com/sun/crypto/provider/ML_KEM_Impls$KF5", &["ML-KEM-1024"]),
    algorithm("KeyFactory", "sun/security/ec/ECKeyFactory", &["EC", "ELLIPTICCURVE"]),
    algorithm("KeyFactory", "sun/security/ec/XDHKeyFactory", &["XDH"]),
    algorithm("KeyFactory", "sun/security/ec/XDHKeyFactory/X25519", &["X25519"]),
    algorithm("KeyFactory", "sun/security/ec/XDHKeyFactory/X448", &["X448"]),
    algorithm("KeyFactory", "sun/security/ec/ed/EdDSAKeyFactory", &["EDDSA"]),
    algorithm("KeyFactory", "sun/security/ec/ed/EdDSAKeyFactory/Ed25519", &["ED25519"]),
    algorithm("KeyFactory", "sun/security/ec/ed/EdDSAKeyFactory/Ed448", &["ED448"]),
    algorithm("KeyFactory", "sun/security/provider/DSAKeyFactory", &["DSA"]),
    algorithm("KeyFactory", "sun/security/provider/HSS$KeyFactoryImpl", &["HSS/LMS"]),
    algorithm("KeyFactory", "sun/security/provider/ML_DSA_Impls$KF", &["ML-DSA"]),
    algorithm("KeyFactory", "sun/security/provider/ML_DSA_Impls$KF2", &["ML-DSA-44"]),
    algorithm("KeyFactory", "sun/security/provider/ML_DSA_Impls$KF3", &["ML-DSA-65"]),
    algorithm("KeyFactory", "sun/security/provider/ML_DSA_Impls$KF5", &["ML-DSA-87"]),
    algorithm("KeyFactory", "sun/security/rsa/RSAKeyFactory$Legacy", &["RSA"]),
    algorithm("KeyFactory", "sun/security/rsa/RSAKeyFactory$PSS", &["PSS", "RSASSA-PSS"]),
    algorithm("CertificateFactory", "sun/security/provider/X509Factory", &["X.509", "X509"]),
    // What it makes of seeds is a digest, which is asked for with it.
    algorithm("SecureRandom", "sun/security/provider/SecureRandom", &["SHA1PRNG"]),
    algorithm("SecureRandom", "sun/security/provider/SHA", &["SHA1PRNG"]),
];
