from tqdm import tqdm
