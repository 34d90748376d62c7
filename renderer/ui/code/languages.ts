import { jsonLanguage } from '@codemirror/lang-json'
import { pythonLanguage } from '@codemirror/lang-python'
import { type Language, LanguageSupport } from '@codemirror/language'

export type CodeLanguage = 'python' | 'json'

/** Parsers alone: completion would bring its own 40 kB, and knows nothing of what a function here may call. */
const parsers: Record<CodeLanguage, Language> = { python: pythonLanguage, json: jsonLanguage }

/** Columns of one step of indentation; PEP 8 names four. */
const indents: Record<CodeLanguage, string> = { python: '    ', json: '  ' }

export const languageOf = (language: CodeLanguage): LanguageSupport => new LanguageSupport(parsers[language])
export const indentOf = (language: CodeLanguage): string => indents[language]
