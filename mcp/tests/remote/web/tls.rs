//! Servers over TLS.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rulebook_mcp::{McpToolCollection, ServerUrl};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use super::{echo, tools};
use crate::support::Era;
use crate::support::rude::asked;
use crate::support::web::LONG;

/// A server whose certificate somebody signed, and who that is.
async fn server() -> (String, String) {
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &authority).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::Pkcs8(key.serialize_der().into()),
        )
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                let Some(asked) = asked(&mut stream).await else { return };
                let _ = stream.write_all(asked.polite(Era::Stateless).as_bytes()).await;
                let _ = stream.shutdown().await;
            });
        }
    });
    (format!("https://localhost:{port}/mcp"), authority.pem())
}

#[tokio::test]
async fn a_server_that_is_not_trusted_is_not_spoken_to() {
    let (url, _) = server().await;
    let connecting = McpToolCollection::builder("far", ServerUrl::new(&url));
    let error = timeout(LONG, connecting.connect()).await.unwrap().unwrap_err().to_string();
    insta::assert_snapshot!(error.replace(&url, "URL"), @"the server at `URL` cannot be used: its certificate is not trusted: nobody who is trusted here has signed it; check the address, and that this machine trusts who signed the certificate");
}

/// Where the platform finds whom it trusts is said by the environment of the process.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_that_the_platform_trusts_is_spoken_to() {
    const HERE: &str = "RULEBOOK_MCP_TEST_URL";
    if let Ok(url) = std::env::var(HERE) {
        let (_, toolkit) = tools(ServerUrl::new(url).bearer_env(HERE)).await;
        assert_eq!(echo(&toolkit).await.unwrap(), json!({ "n": 1 }));
        return;
    }
    let (url, authority) = server().await;
    let folder = tempfile::tempdir().unwrap();
    let trusted = folder.path().join("trusted.pem");
    std::fs::write(&trusted, authority).unwrap();
    let name = "remote::web::tls::a_server_that_the_platform_trusts_is_spoken_to";
    let here = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name])
        .env(HERE, url)
        .env("SSL_CERT_FILE", trusted)
        .env_remove("SSL_CERT_DIR")
        .output();
    let here = timeout(LONG, here).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&here.stdout);
    assert!(here.status.success() && said.contains("1 passed"), "{said}");
}
