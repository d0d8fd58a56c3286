import { useEffect, useState } from 'react'
import type { FieldTexts } from '#web/ui/FieldLabel.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { COUNTRIES, flagUrl } from './country-choices.ts'

interface CountryFieldProps extends FieldTexts {
  value: string | null
  onChange: (code: string) => void
}

const choices = COUNTRIES.map(({ code, name }) => ({
  value: code,
  label: name,
  words: code,
  icon: <img src={flagUrl(code)} width={18} height={12} alt="" loading="lazy" />,
}))

/** A field for one of all the countries, found by name, code, currency or the code that one dials. */
export function CountryField(props: CountryFieldProps) {
  const words = useReferenceWords()
  return (
    <SelectField
      {...props}
      choices={choices.map((choice) => ({ ...choice, words: words?.get(choice.value) ?? choice.words }))}
      searchLabel="Search countries"
      isWide
    />
  )
}

/** What else a country is looked for by; undefined until it is there, and nobody waits for it. */
function useReferenceWords(): Map<string, string> | undefined {
  const [words, setWords] = useState<Map<string, string>>()
  useEffect(() => {
    let isWanted = true
    void import('#web/country-reference.ts').then(({ countryReference }) => {
      if (!isWanted) return
      setWords(
        new Map(
          countryReference().map(({ isoCode, currency, phonecode }) => [
            isoCode,
            `${isoCode} ${currency ?? ''} +${phonecode}`,
          ]),
        ),
      )
    })
    return () => {
      isWanted = false
    }
  }, [])
  return words
}
