export const ONBOARDING_STEPS = [{ label: 'Seller Central' }, { label: 'Advertising', isOptional: true }]
