import { fail, type Problem } from '../../../contract/result.ts'

/** Statuses of an object that is gone, or whose link is. */
export const isMissing = (status: number): boolean => status === 404 || status === 410

/** As `isMissing`, of a problem. */
export const saysMissing = ({ status }: Problem): boolean => status !== undefined && isMissing(status)

/** Sentences for what storage answers. None carries an address. */
export const missing = (status: number): Problem => ({
  code: 'media-error',
  message: 'The storage no longer has this part of the recording.',
  status,
})

export const refusedByStorage = (status: number, code: string | null): Problem => ({
  code: 'links-expired',
  message: 'The storage refused the links, and renewed links as well.',
  next: 'Renew the links.',
  status,
  ...(code === null ? {} : { details: code }),
})

/** New links did not help this part. */
export const refusedPart = (status: number, code: string | null): Problem =>
  isMissing(status)
    ? missing(status)
    : {
        code: 'media-error',
        message: 'The storage refused access to this part of the recording.',
        status,
        ...(code === null ? {} : { details: code }),
      }

export const storageFault = (status: number): Problem => ({
  code: 'media-error',
  message: `The storage answered with status ${status}.`,
  next: 'Retry later.',
  status,
})

export const notMedia: Problem = {
  code: 'media-error',
  message: 'The storage returned something that is not the recording.',
  next: 'Retry later.',
}

/** 416 for bytes that must be there, without a word about the size; may be over in a moment. */
export const noBytes: Problem = {
  code: 'media-error',
  message: 'The storage does not have the requested bytes.',
  next: 'Retry later.',
  retryAfterMs: 1_000,
}

export const wrongRange: Problem = {
  code: 'media-error',
  message: 'The storage returned different bytes than requested.',
  next: 'Retry later.',
}

export const cutShort: Problem = {
  code: 'media-error',
  message: 'The storage ended the transfer too early.',
  next: 'Retry.',
}

export const changedObject: Problem = {
  code: 'media-error',
  message: 'The recording changed in the storage while it was being read.',
  next: 'Retry.',
}

export const redirectLoop: Problem = {
  code: 'media-error',
  message: 'The storage redirects in a loop.',
  next: 'Tell the operator of the service.',
}

export const redirectDown: Problem = {
  code: 'refused-address',
  message: 'The storage redirects from https to an unencrypted address.',
  next: 'Tell the operator of the service.',
}

/** A file of the archive, in the place of the storage. */
export const FILE_MISSING = fail('not-found', 'The archived file was moved or deleted.', {
  next: 'Put it back, or download the recording again.',
})
