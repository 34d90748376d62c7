import type { Problem } from '../../../contract/result.ts'

/** Statuses of an object that is gone, or whose link is. */
export const isMissing = (status: number): boolean => status === 404 || status === 410

/** Sentences for what storage answers. None carries an address. */
export const missing = (status: number): Problem => ({
  code: 'media-error',
  message: 'The storage no longer has this part of the recording.',
  status,
})

export const refusedByStorage = (status: number, code: string | null): Problem => ({
  code: 'links-dead',
  message: 'The storage refuses the links, and new ones are refused too.',
  next: 'Ask for new links.',
  status,
  ...(code === null ? {} : { details: code }),
})

/** New links did not help this part. */
export const refusedPart = (status: number, code: string | null): Problem =>
  isMissing(status)
    ? missing(status)
    : {
        code: 'media-error',
        message: 'The storage refuses this part of the recording.',
        status,
        ...(code === null ? {} : { details: code }),
      }

export const storageFault = (status: number): Problem => ({
  code: 'media-error',
  message: `The storage answers with status ${status}.`,
  next: 'Try again later.',
  status,
})

export const notMedia: Problem = {
  code: 'media-error',
  message: 'The storage answers with something that is not the recording.',
  next: 'Try again later.',
}

/** 416 for bytes that must be there, without a word about the size; may be over in a moment. */
export const noBytes: Problem = {
  code: 'media-error',
  message: 'The storage denies that it has the wanted bytes.',
  next: 'Try again later.',
  retryAfterMs: 1_000,
}

export const wrongRange: Problem = {
  code: 'media-error',
  message: 'The storage answers with other bytes than were asked for.',
  next: 'Try again later.',
}

export const cutShort: Problem = {
  code: 'media-error',
  message: 'The storage ends the transfer too early.',
  next: 'Try again.',
}

export const changedObject: Problem = {
  code: 'media-error',
  message: 'The recording changed in the storage while it was read.',
  next: 'Check again.',
}

export const redirectLoop: Problem = {
  code: 'media-error',
  message: 'The storage redirects in a circle.',
  next: 'Tell the operator of the service.',
}

export const redirectDown: Problem = {
  code: 'refused-address',
  message: 'The storage redirects from https to an unprotected address.',
  next: 'Tell the operator of the service.',
}
