import { describe, expect, it } from 'vitest'
import { earliestSignatureExpiry, signatureExpiry } from './signature-expiry.ts'

const noon = Date.UTC(2026, 10, 27, 12)
const policy = Buffer.from(
  JSON.stringify({ Statement: [{ Resource: 'x', Condition: { DateLessThan: { 'AWS:EpochTime': noon / 1000 } } }] }),
)
  .toString('base64')
  .replaceAll('+', '-')
  .replaceAll('=', '_')
  .replaceAll('/', '~')

describe('when a signature ends by its own text', () => {
  it.each([
    ['S3', 'X-Amz-Date=20261127T115500Z&X-Amz-Expires=300&X-Amz-Signature=x'],
    ['lower case', 'x-amz-date=20261127T115500Z&x-amz-expires=300'],
    ['Google', 'X-Goog-Date=20261127T115500Z&X-Goog-Expires=300'],
    ['older Google', `GoogleAccessId=a&Expires=${noon / 1000}&Signature=b`],
    ['CloudFront', `Expires=${noon / 1000}&Signature=b&Key-Pair-Id=c`],
    ['CloudFront policy', `Policy=${policy}&Signature=b&Key-Pair-Id=c`],
    ['Azure', 'sv=2024&se=2026-11-27T12%3A00%3A00Z&sig=q%2B'],
  ])('%s', (_name, query) => {
    expect(signatureExpiry(`https://h/a?${query}`)).toBe(noon)
  })

  it.each([
    'X-Amz-Date=rubbish&X-Amz-Expires=300',
    'X-Amz-Date=20261127T115500Z&X-Amz-Expires=-1',
    'X-Amz-Date=20261127T115500Z',
    'Expires=soon',
    'Expires=99999999999999',
    'se=%E0%A4%A&sig=x',
    'Policy=%%%',
    '',
  ])('says nothing for %s, and never NaN', (query) => {
    expect(signatureExpiry(`https://h/a?${query}`)).toBeNull()
  })

  it('the earliest of many links counts', () => {
    const of = (s: number) => `https://h/a?Expires=${noon / 1000 + s}`
    expect(earliestSignatureExpiry([of(60), 'https://h/b', of(0), of(90)])).toBe(noon)
    expect(earliestSignatureExpiry([])).toBeNull()
  })
})
