/** Returns an image as a data URI, whether the provider sent one or bare base64. */
export const pngUri = (image: string): string =>
  image.startsWith('data:') ? image : `data:image/png;base64,${image}`;
