import { getFetchClient } from '@strapi/strapi/admin';

/** The used part of a picture in the media library. */
export interface Picture {
  id: number;
  url: string;
  formats?: { thumbnail?: { url: string } } | null;
}

/** Adds a picture to the media library, and returns it as a form stores it. */
export async function uploadPicture(file: File, alternativeText: string): Promise<Picture> {
  const form = new FormData();
  form.append('files', file);
  form.append('fileInfo', JSON.stringify({ name: file.name, alternativeText }));
  const { data } = await getFetchClient().post<[Picture]>('/upload', form);
  return data[0];
}
