/** Headers of the service begin with it, such as `X-Service-`. */
export const HEADER_PREFIX = /^[A-Za-z][A-Za-z0-9-]{0,40}-$/

const LOOPBACK = /^(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** True for hosts of this computer, the only ones that may be reached without TLS. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname)
