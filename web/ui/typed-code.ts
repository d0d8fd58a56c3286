/** The digits of what was typed or pasted: `407 291`, `407-291` and `Code: 407291` are all 407291. */
export const typedCode = (text: string, length: number): string => text.replace(/\D/g, '').slice(0, length)
