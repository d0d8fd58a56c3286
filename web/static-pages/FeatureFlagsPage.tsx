import { useState } from 'react'
import { hasPreReleaseFeatures, setPreReleaseFeatures } from '#web/pre-release.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { PlainPage } from './PlainPage.tsx'
import styles from './Words.module.css'

/** Switches on what is not finished, for those who work on it. */
export function FeatureFlagsPage() {
  const [isOn, setOn] = useState(hasPreReleaseFeatures)
  const save = (event: React.FormEvent) => {
    event.preventDefault()
    setPreReleaseFeatures(isOn)
    // Loaded anew: what the flag shows is decided when a page is built up.
    location.assign('/')
  }
  return (
    <PlainPage title="Feature flags">
      <form aria-label="Feature flags" className={styles.section} onSubmit={save}>
        <Checkbox
          isSelected={isOn}
          onChange={setOn}
          helper="For the people who run this installation. These features are not finished: they may change or disappear."
        >
          Enable pre-release features
        </Checkbox>
        <div className={styles.actions}>
          <Button type="submit" kind="primary">
            Save
          </Button>
        </div>
      </form>
    </PlainPage>
  )
}
