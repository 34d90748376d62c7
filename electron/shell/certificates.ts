import tls from 'node:tls'

/** Companies add their own roots to the system: Node's bundled list alone would refuse their proxies. */
export const trustSystemCertificates = (): void => {
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), ...tls.getCACertificates('system')])
  } catch {
    // A runtime without a readable system store keeps the bundled roots.
  }
}
