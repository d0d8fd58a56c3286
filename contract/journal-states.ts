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
  UNMAPPED: 'Some lines have no account that this format accepts. Set them under Accounts.',
  BOOK_CURRENCY:
    'This format only accepts the currency of the books. Choose another format or change the currency of the books.',
  INCOMPLETE: 'Lines are missing: import the rest of the file.',
  TOO_MUCH: 'There are lines that the total does not include, for example because two files were merged.',
  NO_TOTAL: 'This type of file states no payout to balance a journal with.',
  OTHER_CURRENCY: 'Its lines are in several currencies, which one journal cannot add up.',
  UNWRITABLE:
    'An account would get fractions of a cent, or an amount larger than accounting programs accept.',
  UNEVEN:
    'The statement does not match the file. Rebuild the company, or tell whoever runs this installation.',
  EMPTY: 'Nothing was paid or charged.',
}
