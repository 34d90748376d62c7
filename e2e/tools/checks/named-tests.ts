/** A file of the repository and a text in it, as a page names them. */
export type Named = { file: string; text: string }

/** Every `file` "text" pair of a line of a page; a quote inside the text is written `\"`. */
export const namedIn = (line: string): Named[] =>
  [...line.matchAll(/`([^`\s]+\.[a-z]+)` "((?:[^"\\]|\\.)+)"/g)].map(([, file = '', text = '']) => ({
    file,
    text: text.replaceAll('\\"', '"'),
  }))
