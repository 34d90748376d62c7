import type { Handlers } from '../../contract/operations.ts'
import { fail } from '../../contract/result.ts'

type Names =
  | 'functions.recent'
  | 'functions.forget'
  | 'functions.open'
  | 'functions.reload'
  | 'functions.saveDraft'
  | 'functions.discardDraft'
  | 'functions.send'
  | 'functions.sentSource'

const notYet = async () => fail('internal', 'Not built yet.')

export const functionHandlers = (): Handlers<Names> => ({
  'functions.recent': notYet,
  'functions.forget': notYet,
  'functions.open': notYet,
  'functions.reload': notYet,
  'functions.saveDraft': notYet,
  'functions.discardDraft': notYet,
  'functions.send': notYet,
  'functions.sentSource': notYet,
})
