import { useField, useForm } from '@strapi/strapi/admin';
import { type ComponentType, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../components/styles';
import { askForAlternativeTexts } from '../media/AlternativeTextDialog';
import { type Picture, uploadPicture } from '../media/uploadPicture';
import { explainFailure } from '../requests/explainFailure';
import { useMediaInput } from '../strapi/entryForm';
import { PICTURES_TYPE } from './showRecordFields';

const UPLOADING = 'The picture is on its way …';
const REPLACED = 'Replaced: press Publish to show it on the site.';
const GONE =
  'The picture that you wanted to replace is no longer in this form. The new one is among all pictures.';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0.8rem;
  margin-top: 0.8rem;
  color: ${({ theme }) => theme.colors.neutral800};

  li {
    display: grid;
    gap: 0.4rem;
  }

  img {
    width: 9.6rem;
    height: 6rem;
    object-fit: contain;
  }
`;

const Status = styled.p`
  margin-top: 0.4rem;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.3rem;
  line-height: 1.4;
`;

interface PicturesInputProps {
  name: string;
  attribute: { multiple?: boolean };
  disabled?: boolean;
}

/** Strapi's input for pictures, with a button for each picture that puts another in its place. */
function PicturesInput(props: PicturesInputProps) {
  const { name, attribute, disabled } = props;
  const Input = useMediaInput();
  const { value, onChange } = useField<Picture | Picture[] | null>(name);
  const [status, setStatus] = useState('');
  const isModified = useForm('PicturesInput', ({ modified }) => modified);
  const fileInput = useRef<HTMLInputElement>(null);
  const replacedId = useRef<number>();
  const pictures = [value ?? []].flat();
  /** What the field has when the upload ends. */
  const latest = useRef(pictures);
  latest.current = pictures;

  const choose = ({ id }: Picture) => {
    replacedId.current = id;
    fileInput.current?.click();
  };

  const replace = async (file: File, id: number | undefined) => {
    const text = (await askForAlternativeTexts([file])).get(file) ?? '';
    setStatus(UPLOADING);
    try {
      const picture = await uploadPicture(file, text);
      const isThere = latest.current.some((old) => old.id === id);
      const replaced = latest.current.map((old) => (old.id === id ? picture : old));
      if (isThere) onChange(name, attribute.multiple ? replaced : picture);
      setStatus(isThere ? REPLACED : GONE);
    } catch (error) {
      setStatus(explainFailure(error));
    }
  };

  return (
    <div>
      <Input {...props} />
      {!disabled && (
        <List>
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              {pictures.length > 1 && <img src={picture.formats?.thumbnail?.url ?? picture.url} alt="" />}
              <Button
                type="button"
                aria-label={pictures.length > 1 ? `Replace picture ${index + 1}` : 'Replace picture'}
                aria-disabled={status === UPLOADING}
                onClick={() => status !== UPLOADING && choose(picture)}
              >
                Replace
              </Button>
            </li>
          ))}
        </List>
      )}
      <input
        ref={fileInput}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // So that the same file can be chosen once more.
          target.value = '';
          if (file) void replace(file, replacedId.current);
        }}
      />
      {/* In the page from the start, so that screen readers announce the sentence that it gets. */}
      <Status role="status">{status !== REPLACED || isModified ? status : ''}</Status>
    </div>
  );
}

/** The type of input for fields with pictures. */
export const picturesInput = {
  type: PICTURES_TYPE,
  // Cast: Strapi declares inputs without properties.
  Component: PicturesInput as ComponentType,
};
