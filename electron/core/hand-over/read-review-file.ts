import { open } from 'node:fs/promises'
import { fail, ok, type Result } from '../../contract/result.ts'
import { diskProblem } from '../archive/files/disk/disk-problems.ts'
import { LONGEST_FILE } from './parse-reviews.ts'

const tooLarge = () =>
  fail('invalid-input', `This file is larger than ${LONGEST_FILE / 2 ** 20} MB.`, {
    next: 'Export fewer sessions at a time.',
  })

/** The text of a file of reviews. A pipe or a device would never end, and a file may grow while it is read. */
export const readReviewFile = async (path: string): Promise<Result<string>> => {
  try {
    const file = await open(path, 'r')
    try {
      const found = await file.stat()
      const { size } = found
      if (!found.isFile()) return fail('invalid-input', 'This is not a file.')
      if (size > LONGEST_FILE) return tooLarge()
      const bytes = Buffer.alloc(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytesRead)))
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof TypeError) return fail('invalid-input', 'This file is not UTF-8 text.')
    return diskProblem(error)
  }
}
