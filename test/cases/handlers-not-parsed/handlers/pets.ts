// mine
export const listPets = async () => {
