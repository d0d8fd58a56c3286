import styles from './DrawerFacts.module.css'

/** What a drawer says of its row before it goes into lines; two facts may have one name. */
export const DrawerFacts = ({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value], index) => (
      <div key={index}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
