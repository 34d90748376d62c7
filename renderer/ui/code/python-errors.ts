import { pythonLanguage } from '@codemirror/lang-python'
import { LARGEST_PARSED } from './languages.ts'

/** The line of the first place that is not Python, from 1; null: none found, or the text is too long to say. */
export const firstErrorLine = (text: string): number | null => {
  if (text.length > LARGEST_PARSED) return null
  let line: number | null = null
  pythonLanguage.parser.parse(text).iterate({
    enter: (node) => {
      if (line === null && node.type.isError) line = text.slice(0, node.from).split(/\r\n?|\n/).length
      return line === null
    },
  })
  return line
}
