/** How many products a selection may cover, those of its tags and categories among them. */
export const PRODUCTS_SELECTED_MAX = 100
