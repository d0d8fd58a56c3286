/** Whether a settlement can be booked, and why not. */
export const JOURNAL_STATES = [
  'BALANCED',
  'UNMAPPED',
  'BOOK_CURRENCY',
  'INCOMPLETE',
  'TOO_MUCH',
  'NO_TOTAL',
  'OTHER_CURRENCY',
  'UNWRITABLE',
  'UNEVEN',
  'EMPTY',
] as const
/** So many settlements may be chosen for one download, so that its address stays one. */
export const CHOSEN_SETTLEMENTS_MAX = 20

export type JournalState = (typeof JOURNAL_STATES)[number]

export const STATE_LABELS: Record<JournalState, string> = {
  BALANCED: 'Balanced',
  UNMAPPED: 'Accounts missing',
  BOOK_CURRENCY: 'Other currency than the books',
  INCOMPLETE: 'Incomplete',
  TOO_MUCH: 'Too much',
  NO_TOTAL: 'States no total',
  OTHER_CURRENCY: 'Several currencies',
  UNWRITABLE: 'Cannot be written',
  UNEVEN: 'Does not add up',
  EMPTY: 'Nothing to book',
}

/** In a sentence, with what cures it. */
export const STATE_REASONS: Record<JournalState, string> = {
  BALANCED: 'Debits equal credits, and together they are the payout.',
  UNMAPPED: 'Some lines have no account that this format takes. Name it under Accounts.',
  BOOK_CURRENCY:
    'This format takes the currency of the books alone. Choose another format, or set the currency.',
  INCOMPLETE: 'Lines are missing: import the rest of the file.',
  TOO_MUCH: 'Lines are there that the total does not hold, as when two files were made into one.',
  NO_TOTAL: 'This kind of file states no payout to balance a journal by.',
  OTHER_CURRENCY: 'Its lines are in several currencies, which no journal adds up.',
  UNWRITABLE: 'An account would get parts of a cent, or more than accounting programs take.',
  UNEVEN:
    'The statement does not hold what the file does. Rebuild the company, or tell whoever runs this installation.',
  EMPTY: 'Nothing was paid or charged.',
}
