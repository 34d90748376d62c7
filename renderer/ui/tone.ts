/**
 * The meaning of a colour, never without a word or a shape. `attention` (amber) is for what a person has to look at or
 * decide; what the program mends by itself is `neutral`, what has failed is `error`. `e2e/tools/checks/colours.test.ts`
 * lists every use of amber with what it asks of the person.
 */
export type Tone = 'ready' | 'attention' | 'error' | 'archived' | 'neutral' | 'accent'
