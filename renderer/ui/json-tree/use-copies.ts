import { useEffect, useRef, useState } from 'react'
import { printJson } from '../../../electron/contract/json/json-print.ts'
import { isContainer, type JsonTree, textOf } from '../../../electron/contract/json/json-scan.ts'
import { copyText } from '../text/copy.ts'
import { pathOf } from './tree.ts'

/** Copies of a node, each told for two seconds. */
export const useCopies = (tree: JsonTree) => {
  const [toast, setToast] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const take = (text: string, what: string) => {
    void copyText(text).then((done) => {
      setToast(done ? `${what} copied` : "Couldn't copy to the clipboard.")
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setToast(''), 2_000)
    })
  }
  return {
    toast,
    /** A string without quotes, a number as it was sent, everything else as JSON. */
    value: (node: number) => take(isContainer(tree, node) ? printJson(tree, node) : textOf(tree, node), 'Value'),
    path: (node: number) => take(pathOf(tree, node), 'Path'),
    /** The node and everything inside as JSON, strings in quotes. */
    json: (node: number) => take(printJson(tree, node), 'JSON'),
  }
}
export type Copies = ReturnType<typeof useCopies>
