/** The dotless i of Turkish is an i of its own: no normal form and no lower case leads from one to the other. */
export const foldDotless = (text: string): string => text.replaceAll('ı', 'i')

const ASCII = /^[\0-\x7f]*$/

/** What every search compares: without case, accents and width, and with one i for Turkish (L23). */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase() // the same, in a fraction of the time
    : foldDotless(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ'))
