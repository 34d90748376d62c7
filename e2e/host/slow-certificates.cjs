// Loaded before everything else, in every thread: the system's certificates take as long to read as on a large keychain of macOS.
const tls = require('node:tls')
const { readFaults } = require('./apply-faults.cjs')

const { systemCertificatesMs = 0 } = readFaults()
const read = tls.getCACertificates
tls.getCACertificates = (type) => {
  if (type === 'system') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, systemCertificatesMs)
  return read(type)
}
