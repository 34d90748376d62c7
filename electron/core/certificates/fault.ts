/**
 * Why a certificate was refused. `issuer`: no authority that this computer trusts issued it; more roots may help.
 * `early`: its time has not begun. `other`: the rest of what OpenSSL can find.
 */
export type CertificateFault = { kind: 'issuer' | 'expired' | 'early' | 'name' | 'other'; code: string }

/** Node's names of OpenSSL's verification results (`X509_V_ERR_…`), and its own for names. */
const KINDS: Record<string, CertificateFault['kind']> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'issuer',
  SELF_SIGNED_CERT_IN_CHAIN: 'issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'issuer',
  CERT_UNTRUSTED: 'issuer',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'early',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name',
  HOSTNAME_MISMATCH: 'name',
  CERT_SIGNATURE_FAILURE: 'other',
  CERT_CHAIN_TOO_LONG: 'other',
  CERT_REVOKED: 'other',
  CERT_REJECTED: 'other',
  INVALID_CA: 'other',
  INVALID_PURPOSE: 'other',
  PATH_LENGTH_EXCEEDED: 'other',
  ERROR_IN_CERT_NOT_BEFORE_FIELD: 'other',
  ERROR_IN_CERT_NOT_AFTER_FIELD: 'other',
  UNABLE_TO_DECRYPT_CERT_SIGNATURE: 'other',
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: 'other',
}

/** Error codes of an error and of what caused it, outermost first; `fetch` wraps what the connection met. */
export const errorCodes = (error: unknown): string[] => {
  const codes: string[] = []
  let at: unknown = error
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    const { code, cause, errors } = at as { code?: unknown; cause?: unknown; errors?: unknown }
    if (typeof code === 'string') codes.push(code)
    at = cause ?? (Array.isArray(errors) ? errors[0] : undefined)
  }
  return codes
}

/** Null when the failure has nothing to do with the certificate of the other side. */
export const certificateFault = (error: unknown): CertificateFault | null => {
  for (const code of errorCodes(error)) {
    const kind = KINDS[code]
    if (kind) return { kind, code }
  }
  return null
}
