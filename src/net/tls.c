#include "net/tls.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>

/* Both types are OpenSSL's own under another name, so that nobody else has to know it. */
static SSL_CTX *of_trust(net_trust *trust)
{
    return (SSL_CTX *)trust;
}

static SSL *of_tls(const net_tls *t)
{
    return (SSL *)(uintptr_t)t;
}

net_trust *net_trust_new(void)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());

    if (!context)
        return NULL;
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    if (!SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) ||
        !SSL_CTX_set_default_verify_paths(context)) {
        SSL_CTX_free(context);
        return NULL;
    }
    return (net_trust *)context;
}

void net_trust_free(net_trust *trust)
{
    SSL_CTX_free(of_trust(trust));
}

/* The certificate is for this name, or for this address. */
static bool expect_host(SSL *ssl, const char *host)
{
    char name[256]; /* OpenSSL's macro takes no const */

    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host))
        return true;
    snprintf(name, sizeof name, "%s", host);
    return SSL_set1_host(ssl, name) && SSL_set_tlsext_host_name(ssl, name);
}

net_tls *net_tls_open(net_trust *trust, const char *host)
{
    static const unsigned char http[] = "\x08http/1.1";
    SSL *ssl = SSL_new(of_trust(trust));
    BIO *in = BIO_new(BIO_s_mem()), *out = BIO_new(BIO_s_mem());

    if (!ssl || !in || !out) {
        BIO_free(in);
        BIO_free(out);
        SSL_free(ssl);
        return NULL;
    }
    SSL_set_bio(ssl, in, out); /* which owns them from now on */
    SSL_set_connect_state(ssl);
    if (!expect_host(ssl, host) || SSL_set_alpn_protos(ssl, http, sizeof http - 1)) {
        SSL_free(ssl);
        return NULL;
    }
    ERR_clear_error();
    SSL_do_handshake(ssl); /* our first words; the answer is not there yet */
    return (net_tls *)ssl;
}

void net_tls_close(net_tls *t)
{
    SSL_free(of_tls(t));
}

bool net_tls_take(net_tls *t, const char *bytes, size_t len)
{
    return len <= INT_MAX && BIO_write(SSL_get_rbio(of_tls(t)), bytes, (int)len) == (int)len;
}

size_t net_tls_give(net_tls *t, char *out, size_t cap)
{
    int n = BIO_read(SSL_get_wbio(of_tls(t)), out, cap < INT_MAX ? (int)cap : INT_MAX);

    return n > 0 ? (size_t)n : 0;
}

long net_tls_read(net_tls *t, char *out, size_t cap)
{
    int n;

    ERR_clear_error();
    n = SSL_read(of_tls(t), out, cap < INT_MAX ? (int)cap : INT_MAX);
    if (n > 0)
        return n;
    return SSL_get_error(of_tls(t), n) == SSL_ERROR_WANT_READ ? 0 : -1;
}

bool net_tls_is_up(const net_tls *t)
{
    return SSL_is_init_finished(of_tls(t));
}

bool net_tls_write(net_tls *t, const char *bytes, size_t len)
{
    ERR_clear_error();
    return len <= INT_MAX && SSL_write(of_tls(t), bytes, (int)len) == (int)len;
}

const char *net_tls_why(const net_tls *t)
{
    long certificate = SSL_get_verify_result(of_tls(t));
    const char *reason = ERR_reason_error_string(ERR_peek_error());

    if (certificate != X509_V_OK)
        return X509_verify_cert_error_string(certificate);
    return reason ? reason : "the server closed the connection";
}
