/** An image as a data URI, whether it came as one or as bare base64. */
export const pngUri = (image: string): string =>
  image.startsWith('data:') ? image : `data:image/png;base64,${image}`;
